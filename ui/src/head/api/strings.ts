/** Words of calls that got no answer. */
export const words = {
  unreachable: "Can't reach head office",
};
