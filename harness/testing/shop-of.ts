import { createHost, createPeople } from '../../tasks/web/shop.town.test/_host.ts';
import { hostOf } from './host-of.ts';

/** The shop of a fresh world without a browser. */
export const shopOf = (seed = 1) => hostOf({ host: 'shop.town.test', createHost, createPeople }, seed);
