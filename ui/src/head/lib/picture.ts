/** The address of a picture that head office sent: SVG as text, or a `data:` address already. */
export const pictureOf = (picture: string): string =>
  picture.startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(picture)}` : picture;
