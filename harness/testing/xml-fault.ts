import sharp from 'sharp';

/** What a strict XML parser (libxml2, inside sharp) finds wrong with a document; null where it is well formed. */
export async function xmlFault(xml: string): Promise<string | null> {
  const body = xml.replace(/^<\?xml [^>]*\?>/, '');
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><metadata>${body}</metadata></svg>`;
  try {
    await sharp(Buffer.from(picture)).metadata();
    return null;
  } catch (error) {
    return String(error);
  }
}
