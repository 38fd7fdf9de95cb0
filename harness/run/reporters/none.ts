import type { ReporterMaker } from './reporter.ts';

export const none: ReporterMaker = { id: 'none', summary: 'prints nothing; see the files', make: () => ({}) };
