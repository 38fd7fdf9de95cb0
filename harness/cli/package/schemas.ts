export { ResultsFile } from '../../results/records/result.ts';
export { Suite } from '../../task/suite.ts';
export { Task } from '../../task/task.ts';
export { TranscriptLine } from '../../task/transcripts/transcript.ts';
