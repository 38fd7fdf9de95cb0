import { addWorkingDays } from '../words/dates.ts';

export type Delivery = {
  id: string;
  name: string;
  price: number;
  /** Delivery is free from this value of goods. */
  freeFrom: number | null;
  workingDays: readonly [number, number];
  /** Delivery to a pick-up point instead of an address. */
  toPoint: boolean;
};

export const deliveries: readonly Delivery[] = [
  {
    id: 'standard',
    name: 'Standard delivery',
    price: 490,
    freeFrom: 6000,
    workingDays: [3, 5],
    toPoint: false,
  },
  {
    id: 'express',
    name: 'Express delivery',
    price: 1190,
    freeFrom: null,
    workingDays: [1, 1],
    toPoint: false,
  },
  {
    id: 'evening',
    name: 'Evening delivery',
    price: 790,
    freeFrom: null,
    workingDays: [2, 3],
    toPoint: false,
  },
  { id: 'pickup', name: 'Pick-up point', price: 250, freeFrom: 3000, workingDays: [2, 4], toPoint: true },
];

export function deliveryOf(id: string): Delivery | undefined {
  return deliveries.find((delivery) => delivery.id === id);
}

export function priceOfDelivery({ price, freeFrom }: Delivery, goods: number): number {
  return freeFrom !== null && goods >= freeFrom ? 0 : price;
}

/** The first and last possible day of arrival. */
export function arrivalOf({ workingDays: [least, most] }: Delivery, placedOn: string): [string, string] {
  return [addWorkingDays(placedOn, least), addWorkingDays(placedOn, most)];
}
