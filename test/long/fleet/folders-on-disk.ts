import { MEMORY } from '../../temporary-root.ts';

// A machine whose shared folder is full has another file system in place of the one in memory, where the folders of
// tests lie otherwise.
if ((process.env.TMPDIR ?? MEMORY).startsWith(MEMORY)) process.env.TMPDIR = '/tmp';
