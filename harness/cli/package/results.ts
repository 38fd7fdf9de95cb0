export { UserError as ResultsFileError } from '../../platform/errors/user-error.ts';
export type { HistoryEntry } from '../../results/records/read-history.ts';
export { historyIndex, readHistory, readResultsFile } from '../../results/records/read-history.ts';
export { Result, ResultsFile, Run } from '../../results/records/result.ts';
export type { SavedRun } from '../../results/verify/read-saved.ts';
export { readSavedRuns } from '../../results/verify/read-saved.ts';
