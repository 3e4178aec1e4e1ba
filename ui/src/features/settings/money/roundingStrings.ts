/** Words of what is rounded in cash. */
export const rounding = {
  roundDueHint: 'To the smallest L$. Card and mobile money pay to the cent.',
  roundDueOn: 'What is due in cash is rounded',
  roundDueOff: 'Only change is rounded',
  usdStepHint: 'The rest of the change is in Liberian dollars.',
};
