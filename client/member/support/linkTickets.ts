/** The tickets of links stand behind `#`, which browsers do not send: they reach no log. */
const readTicket = (name: string): string | null => new URLSearchParams(window.location.hash.slice(1)).get(name);

/** The support ticket of the address `/user/login#support=…`; null when there is none. */
export const readSupportTicket = (): string | null => readTicket('support');

/** The ticket of the address `/user/login#notme=…` in a security mail; null when there is none. */
export const readLockTicket = (): string | null => readTicket('notme');
