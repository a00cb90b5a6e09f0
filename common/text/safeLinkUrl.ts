/** Addresses that links of formatted texts may have. */

/** Whether a link may have this address: `http`, `https`, `mailto` or an address of this site. */
export const isSafeLinkUrl = (url: string): boolean =>
  /^(?:https?:\/\/\S+|mailto:[^\s@]+@\S+|[/?#](?!\/)\S*)$/i.test(url) && !url.includes('\\');
