import { fileURLToPath } from 'node:url';

/** The folder of this project, whatever the working directory: its tasks, transcripts and results are in it. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
