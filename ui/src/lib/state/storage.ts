/** Local storage: the names of its keys, and reads and writes that never throw. */

export const KEYS = {
  token: 'auth_token',
  user: 'user_data',
  /** What else the box said at the sign-in, on an enrolled device. */
  session: 'barback_session',
  /** The enrolled device that this phone is, and who may sign in on it. */
  till: 'barback_till',
  theme: 'theme',
  onboardingCompleted: 'onboarding_completed',
  onboardingLastShown: 'onboarding_last_shown',
  /** Set once the first steps of a new bar are done or hidden. */
  firstSteps: 'barback_first_steps',
} as const;

/** The storage key of one user's unfinished work, so that a colleague on the same phone does not see it. */
export function userKey(name: string, username: string): string {
  return `barback_${name}:${username}`;
}

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the key. Storage may be full or forbidden: then the value stays in memory until the page is left. */
export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the caller holds the value in memory as well.
  }
}

export function readJson(key: string): unknown {
  const text = read(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function writeJson(key: string, value: unknown): void {
  write(key, JSON.stringify(value));
}
