/** Words of the tour. */
export const words = {
  stepOf: (step: number, count: number) => `Step ${step} of ${count}`,
  percent: (share: number) => `${share}%`,
  progress: 'Tour progress',
  steps: 'Tour steps',
  stepName: (step: number, title: string) => `Step ${step}: ${title}`,
  visited: 'done',
  previous: 'Previous',
  skip: 'Skip Tour',
  finish: 'Get Started',
  openMenu: 'Open the customer menu',
  take: 'Take Tour',
  reset: 'Reset Tour',
  resetDone: 'Tour reset',
  resetDetail: 'Take Tour starts it from the beginning',
  loadFailed: 'The tour could not be loaded',
  unfinished: 'The tour is not finished',
};
