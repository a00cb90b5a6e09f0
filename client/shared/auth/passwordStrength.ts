/** Estimates how hard a password is to guess; only a hint, the server has its own rule. */
const CHARACTER_CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];

/** 0 to 4, by length and variety; repeated letters count once. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  const variety = CHARACTER_CLASSES.filter((pattern) => pattern.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < 6 || distinct < 4) return 0;
  const score =
    (distinct >= 8 ? 1 : 0) + (password.length >= 10 ? 1 : 0) + (password.length >= 14 ? 1 : 0) + (variety - 1) / 2;
  return Math.max(1, Math.min(4, Math.round(score))) as 1 | 2 | 3 | 4;
}
