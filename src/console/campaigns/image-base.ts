import { createContext } from 'preact';

/** Where the paths of pictures begin: the public port has them. */
export const ImageBase = createContext('');
