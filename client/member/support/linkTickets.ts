/** Reads the tickets of links. They are in the fragment (`#`), which browsers do not send, so that no log contains them. */
const readTicket = (name: string): string | null => new URLSearchParams(window.location.hash.slice(1)).get(name);

/** The support ticket of the address `/user/login#support=…`; null if there is none. */
export const readSupportTicket = (): string | null => readTicket('support');

/** The ticket of the address `/user/login#notme=…` in a security mail; null if there is none. */
export const readAccountRecoveryTicket = (): string | null => readTicket('notme');
