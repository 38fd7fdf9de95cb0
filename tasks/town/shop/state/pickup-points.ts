/** The pick-up points. They are the same in every world; only their distances differ. */
export const pickupPoints = [
  {
    id: 'mill-lane',
    name: 'Mill Lane Kiosk',
    street: '14 Mill Lane',
    opens: 'Monday to Saturday, 7:00 to 20:00',
  },
  { id: 'station', name: 'Station Lockers', street: '1 Station Road', opens: 'every day, day and night' },
  {
    id: 'market-place',
    name: 'Market Place Bakery',
    street: '6 Market Place',
    opens: 'Monday to Saturday, 6:30 to 18:00',
  },
  {
    id: 'harbour',
    name: 'Harbour Road Petrol Station',
    street: '83 Harbour Road',
    opens: 'every day, 6:00 to 23:00',
  },
] as const;

export function pickupPointOf(id: string | null) {
  return pickupPoints.find((point) => point.id === id);
}
