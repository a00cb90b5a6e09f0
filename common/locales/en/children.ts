/** Texts of the tabs that list the child records of a record. */
export const children = {
  tabs: 'Belonging to this record',
  add_child: 'Add {{one}}',
  all_children: 'Show all in the list',
  none_yet: 'Nothing here yet',
} as const;
