/** A results folder with this file in it was invented by `site/demo/`; every page made of it says so. */
export const syntheticMarker = 'synthetic.json';
