/** The principal (caller name) of a kiosk display in sessions, presence and the live channel. */
const KIOSK_PRINCIPAL_PATTERN = /^wall:(\d{1,15})$/;

/** The principal and session id of a kiosk display. `wall:` stays: it is stored and on the wire. */
export const kioskPrincipal = (id: number): string => `wall:${id}`;
export const isKioskPrincipal = (name: string): boolean => KIOSK_PRINCIPAL_PATTERN.test(name);
/** The id of the kiosk display; 0 when the principal is not one of a kiosk display. */
export const parseKioskPrincipal = (name: string): number => Number(KIOSK_PRINCIPAL_PATTERN.exec(name)?.[1] ?? 0);
