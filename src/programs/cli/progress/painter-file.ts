/** The build of the executable puts the name that the painter has there in the place of this module. */
export const PAINTER_FILE = new URL('./painter.ts', import.meta.url).href;
