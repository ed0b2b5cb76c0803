// The explorer's only script: it defines the elements that stand in the text.
import '../elements/index.ts';
