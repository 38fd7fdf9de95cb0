export { ResultsFileError } from '../result/parse-json-file.ts';
export type { HistoryEntry } from '../result/read-history.ts';
export { historyIndex, readHistory } from '../result/read-history.ts';
export { readResultsFile } from '../result/read-results-file.ts';
export { Result, ResultsFile, Run } from '../result/result.ts';
export type { SavedRun } from '../verify/read-saved.ts';
export { readSavedRuns } from '../verify/read-saved.ts';
