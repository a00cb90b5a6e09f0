/** The first steps of an admin in the console. */

/** In the order in which the console shows them. */
export const GETTING_STARTED_STEPS = ['site', 'colleague', 'window', 'entity', 'booking'] as const;
export type StepName = (typeof GETTING_STARTED_STEPS)[number];
export interface GettingStartedStep {
  readonly name: StepName;
  readonly isDone: boolean;
}
