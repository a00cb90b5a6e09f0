/** Texts of the tabs that list the child records of a record. */
export const children = {
  tabs: 'Related records',
  add_child: 'Add {{one}}',
  all_children: 'View all',
  none_yet: 'Nothing here yet',
} as const;
