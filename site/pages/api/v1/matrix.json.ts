import { matrixRecord } from '../../../history/matrix.ts';
import { stamp, taskMatrices } from '../../../history/this-build.ts';

export const GET = () => Response.json(matrixRecord(taskMatrices, stamp));
