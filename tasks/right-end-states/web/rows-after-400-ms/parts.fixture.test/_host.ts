import { drawnLater } from '../../../imitation.ts';

export const createHost = drawnLater('/brass', 'table.fittings tbody', 400);
