// The scales that charts of ours use, in the place of all that the chart library would bring along (next.config.ts):
// times, colours and their formats are a twentieth of a page with charts.
export { scaleBand, scaleLinear, scalePoint } from "d3-scale";
