/** What is said about particular nouns: answers of public forms, and the tabs of what belongs to a record. */
export const nouns = {
  received: 'Thank you. We have received it and will answer soon.',
  redeemed: 'The code has been redeemed.',
  tabs: 'Belonging to this record',
  add_child: 'Add {{one}}',
  all_children: 'Show all in the list',
  none_yet: 'Nothing here yet',
} as const;
