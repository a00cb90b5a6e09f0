/** The folder cannot be packed; the message says why, in a sentence for the terminal. */
export class PackError extends Error {}
