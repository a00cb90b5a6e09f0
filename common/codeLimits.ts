/** Limits of one-time codes by email or text message. A comment names the unit and the subject of its key. */
export const CODE_LIMITS = {
  /** Seconds a one-time code is valid. */
  codeSeconds: 10 * 60,
  /** Wrong attempts at one one-time code. */
  codeTries: 5,
  /** One-time codes without a captcha per IP prefix and hour. */
  captchaFreeCodesPerIpPrefixHour: 3,
  /** One-time codes without a captcha per IPv6 network (/48) and hour. */
  captchaFreeCodesPerNetworkHour: 10,
  /** One-time codes to one recipient per hour. */
  codesPerRecipientHour: 5,
  /** One-time codes to one recipient per day. */
  codesPerRecipientDay: 10,
  /** One-time codes per IP prefix and day. */
  codesPerIpPrefixDay: 20,
  /** One-time codes per IPv6 network (/48) and day. */
  codesPerNetworkDay: 200,
  /** One-time codes for registrations per channel (email, text message) and day, of all callers together. */
  registrationCodesPerDay: 2_000,
  /** One-time codes for a password reset per channel and day, of all callers together. */
  passwordRecoveryCodesPerDay: 1_000,
  /** One-time codes for members who are signed in per channel and day, of all callers together. */
  memberCodesPerDay: 1_000,
} as const;
