/** Hint below every field that sets a password. Apart from the field, because the sign-in page must stay small. */
export const PASSWORD_ADVICE = 'Longer is safer: three words are easy to remember.';
