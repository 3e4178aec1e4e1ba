/** The id of the element that names a page of the settings, and the forms that fill it. */
export const PAGE_TITLE = 'page-title';
