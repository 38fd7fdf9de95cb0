/** Amounts are in euro cents, days are `YYYY-MM-DD`. A customer's id is the id of the person. */
export type Product = {
  readonly id: string;
  readonly name: string;
  readonly maker: string;
  readonly category: string;
  /** The plural name: `Tents`. */
  readonly kind: string;
  readonly noun: string;
  readonly glyph: string;
  readonly description: string;
  readonly facts: Readonly<Record<string, string>>;
  /** The options, in the order of the form. */
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** The price of its cheapest variant. */
  readonly price: number;
  /** The earlier price of the cheapest variant, if it is on offer. */
  readonly was: number | null;
  readonly addedOn: string;
  /** The number sold in the last year. */
  readonly sold: number;
};

export type Variant = {
  /** The article number. */
  readonly id: string;
  readonly product: string;
  readonly options: Readonly<Record<string, string>>;
  readonly price: number;
};

export type Stock = { readonly id: string; readonly onHand: number };

export type Review = {
  readonly id: string;
  readonly product: string;
  readonly customer: string;
  readonly author: string;
  readonly stars: number;
  readonly title: string;
  readonly text: string;
  readonly writtenOn: string;
};

export type Account = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly customerSince: string;
  readonly defaultAddress: string | null;
  readonly newsletter: boolean;
  readonly offersByPost: boolean;
  readonly orderUpdates: string;
  readonly substitutes: boolean;
};

export type Address = {
  readonly id: string;
  readonly customer: string;
  readonly label: string;
  readonly name: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly phone: string;
};

export type Card = {
  readonly id: string;
  readonly customer: string;
  readonly holder: string;
  readonly lastFour: string;
  /** `MM/YY`. */
  readonly expires: string;
};

export type Cart = { readonly id: string; readonly coupon: string | null };

export type CartLine = {
  readonly id: string;
  readonly customer: string;
  readonly sku: string;
  readonly qty: number;
};

export type Wish = {
  readonly id: string;
  readonly customer: string;
  readonly product: string;
  readonly addedOn: string;
};

export type Alert = { readonly id: string; readonly customer: string; readonly sku: string };

export type Coupon = {
  readonly id: string;
  readonly words: string;
  /** A percentage off the goods, cents off the goods, or free delivery. */
  readonly gives: 'percent' | 'amount' | 'delivery';
  readonly value: number;
  /** The minimum value of the goods. */
  readonly minimum: number;
  readonly category: string | null;
  readonly lastDay: string;
};

export type OrderStatus = 'placed' | 'packed' | 'sent' | 'delivered' | 'cancelled';

export type OrderLine = {
  readonly sku: string;
  readonly product: string;
  readonly name: string;
  readonly options: string;
  readonly qty: number;
  readonly price: number;
};

type PostalAddress = Pick<Address, 'name' | 'street' | 'postcode' | 'city' | 'phone'>;

export type Order = {
  readonly id: string;
  readonly customer: string;
  /** The token of its form: the same form sent again is the same order. */
  readonly form: string;
  readonly status: OrderStatus;
  readonly placedOn: string;
  readonly deliveredOn: string | null;
  readonly lines: readonly OrderLine[];
  readonly goods: number;
  readonly coupon: string | null;
  readonly discount: number;
  readonly delivery: string;
  readonly deliveryPrice: number;
  readonly total: number;
  readonly pickupPoint: string | null;
  readonly address: PostalAddress | null;
  readonly payment: string;
  readonly giftNote: string;
};

export type Return = {
  readonly id: string;
  readonly order: string;
  readonly customer: string;
  readonly sku: string;
  readonly qty: number;
  readonly reason: string;
  readonly wants: string;
  readonly comment: string;
  readonly status: 'requested' | 'received' | 'refunded';
  readonly requestedOn: string;
};

export type Enquiry = {
  readonly id: string;
  readonly customer: string;
  readonly topic: string;
  readonly order: string | null;
  readonly text: string;
  readonly sentOn: string;
};

/** The person whose browser it is; none after signing out. */
export type Session = { readonly id: string; readonly customer: string | null };

/** The products that a customer viewed, newest first. */
export type View = { readonly id: string; readonly products: readonly string[] };
