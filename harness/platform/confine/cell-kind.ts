/** Whether a user namespace comes with the others: whoever is not root can't make the others without it. */
export type Rights = 'root' | 'user';

/** `own`: a loopback address alone. `host`: that of the harness. */
export type Network = 'own' | 'host';

export type CellKind = { rights: Rights; network: Network };
