import { audits } from '../../../history/this-build.ts';

export const GET = () => Response.json({ audits: audits.records, rightEnds: audits.rightEnds });
