/** Success messages of the public forms. */
export const publicForms = {
  received: 'We received your request and will reply soon.',
  redeemed: 'Code redeemed.',
  redeemed_empty: 'Code redeemed. It contained nothing to receive.',
} as const;
