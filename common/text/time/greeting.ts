/** The greeting for an hour of the day. */
export type Greeting = 'late_night' | 'early_morning' | 'morning' | 'noon' | 'afternoon' | 'evening';

export function chooseGreeting(hour: number): Greeting {
  if (hour < 5) return 'late_night';
  if (hour < 9) return 'early_morning';
  if (hour < 12) return 'morning';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
