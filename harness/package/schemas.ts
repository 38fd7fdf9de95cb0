export { ResultsFile } from '../result/result.ts';
export { Suite } from '../task/suite.ts';
export { Task } from '../task/task.ts';
export { TranscriptLine } from '../transcript/transcript.ts';
