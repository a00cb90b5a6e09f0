/** Success messages of the public forms. */
export const publicForms = {
  received: 'Thank you. We have received it and will answer soon.',
  redeemed: 'The code has been redeemed.',
} as const;
