import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { createShop } from '../../town/shop/shop.ts';

export { createPeople } from '../../town/world/create-people.ts';

export const createHost: CreateHost = createShop;
