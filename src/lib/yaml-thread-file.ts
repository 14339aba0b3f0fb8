/** The build of the executable puts the name that the thread has there in the place of this module. */
export const YAML_THREAD_FILE = new URL('./yaml-thread.ts', import.meta.url).href;
