/** The next step that the empty list of an entity offers. */
export const firstSteps = {
  module: 'Open marketplace',
  message: 'Set up email and text messages',
  security_event: 'Set up two-step verification',
} as const;
