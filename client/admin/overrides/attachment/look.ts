/** The key of the address that says how the attachments are shown. */
export const LOOK = 'look';
