/** Texts of the first steps above the dashboard. */
export const gettingStarted = {
  title: 'First steps',
  complete: 'You’re all set',
  progress: '{{done}} of {{count}} done',
  dismiss: 'Hide first steps',
  done: 'Done',
  open: 'To do',
  step: {
    site: {
      title: 'Set name and logo',
      help: 'Shown on the site, here, and in the member center.',
      action: 'Open settings',
    },
    colleague: {
      title: 'Invite a colleague',
      help: 'Add an admin and choose what they can do.',
      action: 'Add an admin',
    },
    window: {
      title: 'Open a second window',
      help: 'Change something in one and watch the other.',
      action: 'Open a window',
    },
    entity: {
      title: 'Create your own table',
      help: 'Design its fields. Get a list, form, and API.',
      action: 'Open the designer',
    },
    booking: {
      title: 'Adjust a member’s balance',
      help: 'The member sees the new balance at once.',
      action: 'Choose a member',
    },
  },
} as const;
