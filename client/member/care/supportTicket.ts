/** The support ticket of the address `/user/login#support=…`; null when there is none. */
export const supportTicket = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('support');
