/** URL parameter of the attachment view. */
export const VIEW_PARAM = 'look';
