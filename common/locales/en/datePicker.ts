/** Texts of the picker of dates and times. */
export const datePicker = {
  previous: 'Previous month',
  next: 'Next month',
  hour: 'Hour',
  minute: 'Minute',
  today: 'Today',
  now: 'Now',
  clear: 'Clear',
  done: 'Done',
};
