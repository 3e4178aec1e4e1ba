/** What is typed into fields for figures. */
import { parseMoney } from './money';

/**
 * A decimal comma as a decimal point. Such fields are texts: a field of the type `number` drops a comma without a word in a browser
 * that is set to English, and `3,50` becomes 350.
 */
export const decimalTyped = (text: string): string => text.replace(',', '.');

/** Whether a text says something, but no amount: `1.250` may be 1250 or 1.25. */
export const isMistyped = (text: string): boolean => text !== '' && parseMoney(text) === null;
