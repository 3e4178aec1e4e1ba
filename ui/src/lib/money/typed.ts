/** What is typed into fields for figures. */

/**
 * A decimal comma as a decimal point. Such fields are texts: a field of the type `number` drops a comma without a word in a browser
 * that is set to English, and `3,50` becomes 350.
 */
export const decimalTyped = (text: string): string => text.replace(',', '.');
