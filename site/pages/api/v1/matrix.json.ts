import { matrixRecord } from '../../../history/matrix.ts';
import { siteMatrices, stamp } from '../../../history/this-build.ts';

export const GET = () => Response.json(matrixRecord(siteMatrices, stamp));
