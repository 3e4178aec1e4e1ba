/** Words of the question about papers that wait. */
export const papers = {
  title: 'Papers wait',
  /** A printer is often called 'Bar', sometimes 'Bar printer'. */
  back: (name: string, count: number) =>
    `${/printer$/i.test(name) ? name : `${name} printer`} is back. ${count} papers wait.`,
  keep: { all: 'Print all', tonight: "Only tonight's", none: 'None' },
  answered: (printing: number, cancelled: number) =>
    cancelled === 0 ? `${printing} papers print` : `${printing} papers print, ${cancelled} are dropped`,
  failed: 'The printer did not get the answer',
};
